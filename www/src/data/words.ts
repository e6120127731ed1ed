// A line of a command as a shell divides it: by space, except in quotes and behind a backslash.

/** The arguments of a line; undefined where a quote is not closed. */
export function wordsOf(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote === "'" || (quote && char !== "\\")) {
      if (char === quote) quote = undefined;
      else word += char;
    } else if (char === "\\" && at + 1 < line.length) {
      at += 1;
      // In double quotes a backslash stands for itself, unless what follows would mean something there.
      word = (word ?? "") + (quote && !'"\\$`'.includes(line.charAt(at)) ? "\\" : "") + line.charAt(at);
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote) return undefined;
  if (word !== undefined) words.push(word);
  return words;
}

/** Arguments as a line that is divided into them again. */
export function lineOf(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}
