/** What a bad link needs: one action in the words of what it does. */
export type Remedy = { words: string; href: string } | { words: string; act: () => void; isPending?: boolean }

/** One link of the chain from this browser to the paper. */
export interface Link {
  id: string
  name: string
  /** `wait`: it is asked now, or cannot be asked before the links above it are fine. */
  state: 'wait' | 'fine' | 'bad'
  /** What is wrong, in two or three words; only when bad. */
  fault?: string | undefined
  words: string
  /** The facts for the report: no name of a person, a workstation or a printer, no address. */
  facts: string
  remedy?: Remedy | undefined
}
