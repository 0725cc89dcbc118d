/** What became of a page, in words. @type {Record<string, string>} */
export const STATUS = {
  text: "text",
  ocr: "read by OCR",
  mixed: "text and OCR",
  blank: "blank",
  no_text: "no text",
  garbage_text: "text garbled",
  failed: "not readable",
  too_large: "too large",
  encrypted: "locked",
  skipped: "left out",
};
