import type { Talk } from './talk.ts'

/** A page for a thermal head: rows of whole bytes, the first dot in the highest bit, 1 is black. */
export interface DotRows {
  /** Dots across; the last byte of a row is filled up with white. */
  width: number
  height: number
  rowBytes: number
  bits: Uint8Array
}

export type StockKind = 'gap' | 'mark' | 'continuous'

/** What a person has set for a printer. What is absent stays as the printer has it. */
export interface LabelSetting {
  stock?: StockKind | undefined
  method?: 'direct' | 'ribbon' | undefined
  /** `off`: the printer does not repeat a label by itself after a fault. It keeps that for other programs. */
  reprint?: 'off' | undefined
}

/** What a printer reports about itself. */
export interface PrinterFacts {
  model?: string
  dpi?: number
  /** Compressed pictures are sent only to printers that call themselves Zebra. */
  isZebra?: boolean
  /** The questions that it answers; the others are not asked again. */
  answers: ReadonlySet<string>
}

/** The state of a printer, as far as it answers. */
export interface LabelStatus {
  /** State reasons, the cause before its consequence. None when the printer can print. */
  reasons: readonly string[]
  /** It prints, or holds labels that it is to print. */
  isBusy: boolean
  /** It holds the beginning of a label whose end has not come. */
  hasHalfLabel: boolean
  /** What it has printed in its life; the unit is that of the counter it has. */
  printed?: { labels: number } | { inches: number }
  /** The length of the stock that its sensor has measured. */
  length_dots?: number
}

/** A language of label printers. */
export interface LabelLanguage {
  name: 'zpl' | 'tspl' | 'epl'
  /** One label, which prints one copy. Sent in one piece. */
  encode(rows: DotRows, dpi: number, setting: LabelSetting, facts: PrinterFacts): Uint8Array
  /** Questions to the printer. A language without them is one-way. */
  status?: {
    /** The status; undefined when the printer is silent. */
    ask(talk: Talk, facts: PrinterFacts): Promise<LabelStatus | undefined>
    /** Asked once for each printer that has answered. */
    identify(talk: Talk): Promise<PrinterFacts>
  }
}

export const NO_FACTS: PrinterFacts = { answers: new Set() }

/** A pause that the printer makes because of another reason goes with that reason. */
export const causesOf = (reasons: readonly string[]): string[] => {
  const different = [...new Set(reasons)]
  const causes = different.filter((reason) => reason !== 'paused-at-printer')
  return causes.length > 0 ? causes : different
}
