"""Writes a copy of an extract with the date of another day: its import must have the state of that day.

    rewind.py EXTRACT DAY OUT

All voorkomens stay in it, also those that begin later: the state of a day follows from begins and ends alone.
"""

import io
import re
import sys
import zipfile

DATE = re.compile(rb"(StandTechnischeDatum>)\d{4}-\d\d-\d\d(<)")


def rewound(content, day):
    """Returns the bytes of a zip with the day in all of its XML files."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(target, "w") as copy:
        for info in source.infolist():
            inner = source.read(info)
            if info.filename.endswith(".zip"):
                copy.writestr(info.filename, rewound(inner, day), zipfile.ZIP_STORED)
            else:
                dated = DATE.sub(rb"\g<1>%s\g<2>" % day.encode(), inner)
                copy.writestr(info.filename, dated, zipfile.ZIP_DEFLATED, compresslevel=1)
    return target.getvalue()


def main(path, day, out):
    with open(path, "rb") as source:
        content = rewound(source.read(), day)
    with open(out, "wb") as target:
        target.write(content)


if __name__ == "__main__":
    main(*sys.argv[1:])
