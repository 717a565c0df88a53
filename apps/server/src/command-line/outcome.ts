/** What a command has to say, and the exit code: 0 done, 1 it found something wrong, 2 it was called wrongly. */
export interface Outcome {
  text: string
  exitCode: 0 | 1 | 2
}
