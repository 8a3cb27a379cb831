import { describe, expect, it } from "vitest";
import { fileNote, fileProblem, plain, problemOf } from "./problem";

describe("an error", () => {
  it("has words of ours, and keeps the server's where they say more", () => {
    expect(problemOf("forbidden", "this key may only read")).toEqual({ key: "forbidden", detail: "This key may only read" });
    expect(problemOf("bad_request", "text: too long")).toEqual({ key: "invalid_input", detail: "Too long" });
    expect(problemOf("store_busy", "the store is busy: try again")).toEqual({ key: "store_busy", detail: "" });
    expect(problemOf("not_found", "no chat 'x'")).toEqual({ key: "not_found", detail: "" });
  });

  it("that nobody knows is told as it came", () => {
    expect(problemOf("", "Bad Gateway")).toEqual({ key: "other", detail: "Bad Gateway" });
    expect(problemOf("toString", "odd")).toEqual({ key: "other", detail: "Odd" });
  });
});

describe("what is wrong with a file", () => {
  it.each([
    ["document: this is an old Office file or one with a password; save it as DOCX without a password. PDF … are understood", "fileKind"],
    ["document: it is neither text nor a known kind. PDF … are understood", "fileKind"],
    ["document: the PDF has no text in it, only pictures of pages; make it searchable first", "fileScanned"],
    ["document: the PDF is damaged or incomplete; save or download it again", "fileDamaged"],
    ["document: the PDF has a password; save a copy without one", "fileLocked"],
    ["document: there is no text in it", "fileNoText"],
    ["document: the file is empty", "fileEmpty"],
    ["file: is empty", "fileEmpty"],
    ["file: is larger than 50 MB; `documents.max_mb` sets how large one may be", "fileLarge"],
    ["document: it holds more than 20 MB of text; split it into smaller files", "fileLarge"],
    ["document: it has over 5,000 pages; split it", "fileLarge"],
    ["document: reading it took longer than 120 seconds; split it into smaller files", "fileHeavy"],
    ["document: reading it took too much memory; split it", "fileHeavy"],
    ["url: intranet.example is not on the public internet", "linkPrivate"],
    ["url: names a machine of a private network", "linkPrivate"],
    ["url: there is no such page (404)", "linkGone"],
    ["url: example.org does not show this page to everybody (403)", "linkClosed"],
    ["url: leads on from a secure address to one that is not", "linkLeads"],
    ["url: example.org can't be reached", "linkDown"],
    ["url: example.org took longer than 30 s", "linkDown"],
    ["url: must begin with http:// or https://", "linkBad"],
    ["url: must not carry a name or password", "linkBad"],
    ["url: port 25 is not used for web pages", "linkBad"],
    ["document: it can't be read: its reader broke off; save it again or in another format", "fileOther"],
  ])("%s", (said, key) => {
    const told = fileProblem(said);

    expect(told.key).toBe(key);
    expect(told.detail).not.toMatch(/^(document|file|url):/);
  });
});

describe("a note on a file", () => {
  it("names its pages, and is told as it came when nobody knows it", () => {
    expect(fileNote("pages that could not be read: 3, 4 and 12 more")).toMatchObject({ key: "notePagesUnread", pages: "3, 4", more: 12 });
    expect(fileNote("pages without text, perhaps pictures: 7")).toMatchObject({ key: "notePagesEmpty", pages: "7", more: 0 });
    expect(fileNote("it could not be read as a table, so its text was taken as it stands").key).toBe("noteAsText");
    expect(fileNote("some characters could not be read and were replaced").key).toBe("noteCharacters");
    expect(fileNote("half of it is upside down")).toEqual({ key: "noteOther", detail: "Half of it is upside down", pages: "", more: 0 });
  });
});

it("tells what went wrong without the name of a field", () => {
  expect(plain("document: the PDF is damaged")).toBe("The PDF is damaged");
  expect(plain("No text: scanned")).toBe("No text: scanned");
});
