/** The words of a text, and whether each of them is only in this text. */
type Parts = { text: string; isChanged: boolean }[]

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** The words that differ between two texts: those between the words both begin with and the words both end with. */
export function changedParts(from: string, to: string): { from: Parts; to: Parts } {
  const [before, after] = [wordsOf(from), wordsOf(to)]
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  const parts = (words: readonly string[]): Parts =>
    [
      { text: words.slice(0, head).join(' '), isChanged: false },
      { text: words.slice(head, words.length - tail).join(' '), isChanged: true },
      { text: words.slice(words.length - tail).join(' '), isChanged: false },
    ].filter(({ text }) => text !== '')
  return { from: parts(before), to: parts(after) }
}
