/**
 * Remembers what `make` answered for each key. It forgets everything when it holds `most` answers, so that memory does not
 * grow with the number of documents. The answer may depend only on the key.
 */
export function remembered<Answer>(most: number, make: (key: string) => Answer): (key: string) => Answer {
  const answers = new Map<string, Answer>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = make(key)
    if (answers.size >= most) answers.clear()
    answers.set(key, answer)
    return answer
  }
}
