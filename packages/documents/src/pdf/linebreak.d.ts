/** Where a text may be broken into lines (Unicode Standard Annex 14); the package has no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
