import { readPageData } from "../../kit/client/preferences.ts";
import type { FilesPageData } from "../server/files-page.ts";

export const pageData = readPageData<FilesPageData>();
