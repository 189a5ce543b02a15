# Writes the addresses of `<base>-plain.csv` as R does, one file a form.
base <- commandArgs(TRUE)[1]
read <- function(...) read.csv(paste0(base, "-plain.csv"), stringsAsFactors = FALSE, na.strings = "", ...)
rows <- read(colClasses = c(klant = "character"))
write.csv(rows, paste0(base, "-r-points.csv"), row.names = FALSE)
write.csv2(rows, paste0(base, "-r-commas.csv"), row.names = FALSE)
rows$huisnummer <- format(as.numeric(rows$huisnummer), nsmall = 1)
write.csv(rows, paste0(base, "-r-nsmall.csv"), row.names = FALSE)
rows$huisnummer <- format(as.numeric(rows$huisnummer), nsmall = 2, decimal.mark = ",", big.mark = ".")
write.csv2(rows, paste0(base, "-r-dutch.csv"), row.names = FALSE)
texts <- read(colClasses = "character")
line <- data.frame(klant = texts$klant, adres = with(texts, paste(postcode, huisnummer, huisletter, toevoeging)))
write.csv(line, paste0(base, "-r-paste.csv"), row.names = FALSE)
