/** What a command prints, and its exit code: 0 done, 1 it found something wrong, 2 wrong usage. */
export interface Outcome {
  text: string
  exitCode: 0 | 1 | 2
}
