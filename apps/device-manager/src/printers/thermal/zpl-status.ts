import { printableName } from '../printable-name.ts'
import { causesOf, type LabelStatus, type PrinterFacts } from './language.ts'
import type { Talk } from './talk.ts'

// Field numbers and bits are those of Zebra's programming guide for ~HS, ~HI, ~HQ and SGD.

interface HostStatus {
  reasons: string[]
  isBusy: boolean
  hasHalfLabel: boolean
  length_dots: number | undefined
}

const HOST_STATUS = '~HS\r\n'
const LINES = /\x02([\d,]+)\x03\s*\x02([\d,]+)\x03\s*\x02([\d,]+)\x03/ // eslint-disable-line no-control-regex -- STX and ETX
/** Field 0 of the second line: the stock is continuous, so the printer has measured no length. */
const CONTINUOUS = 0x80

const isSet = (fields: readonly number[], at: number): boolean => (fields[at] ?? 0) > 0

/** Reads the answer to `~HS`; undefined while it is incomplete. */
export function readHostStatus(bytes: Buffer): HostStatus | undefined {
  const lines = LINES.exec(bytes.toString('latin1'))
  if (!lines) return undefined
  const [first = [], second = []] = lines.slice(1).map((line) => line.split(',').map(Number))
  const flags = [
    [first, 1, 'media-empty'],
    [second, 3, 'ribbon-empty'],
    [second, 2, 'cover-open'],
    [first, 11, 'cooling'],
    [first, 10, 'head-too-cold'],
    [first, 9, 'hardware-failure'],
    [second, 7, 'label-not-taken'],
    [first, 2, 'paused-at-printer'],
  ] as const
  const [length = 0, functions = 0] = [first[3], second[0]]
  return {
    reasons: flags.filter(([fields, at]) => isSet(fields, at)).map(([, , reason]) => reason),
    isBusy: isSet(first, 4) || isSet(second, 8),
    hasHalfLabel: isSet(first, 7),
    length_dots: length > 0 && (functions & CONTINUOUS) === 0 ? length : undefined,
  }
}

const ERRORS = '~HQES\r\n'
const ERROR_WORDS = /ERRORS:\s*\d\s+[\dA-F]{8}\s+([\dA-F]{8})[^\x03]*\x03/i // eslint-disable-line no-control-regex -- ETX

const ERROR_BITS: readonly (readonly [bits: number, reason: string])[] = [
  [0x1, 'media-empty'],
  [0x2, 'ribbon-empty'],
  [0x4, 'cover-open'],
  [0x8, 'cutter-jam'],
  [0xf000, 'media-jam'],
  [0x30, 'cooling'],
  [0xc0000, 'calibration-needed'],
  [0x203c0, 'hardware-failure'],
  [0x10000, 'paused-at-printer'],
]

/** Reads the errors in the answer to `~HQES`; undefined while it is incomplete. */
export function readErrors(bytes: Buffer): string[] | undefined {
  const word = ERROR_WORDS.exec(bytes.toString('latin1'))?.[1]
  if (word === undefined) return undefined
  const bits = parseInt(word, 16)
  return ERROR_BITS.filter(([mask]) => (bits & mask) !== 0).map(([, reason]) => reason)
}

const variable = (name: string): string => `! U1 getvar "${name}"\r\n`
const readVariable = (bytes: Buffer): string | undefined => /"([^"]*)"/.exec(bytes.toString('latin1'))?.[1]
/** The answer for a variable that the printer does not have is `?`. */
const numberIn = (text = ''): number | undefined => (/^\d+/.test(text) ? parseInt(text, 10) : undefined)

const [LABELS, INCHES] = ['odometer.total_label_count', 'odometer.total_print_length'] as const

async function countOf(talk: Talk, { answers }: PrinterFacts): Promise<Pick<LabelStatus, 'printed'>> {
  const name = [LABELS, INCHES].find((counter) => answers.has(counter))
  const count = name && numberIn(await talk.ask(variable(name), readVariable))
  if (count === undefined) return {}
  return { printed: name === LABELS ? { labels: count } : { inches: count } }
}

/**
 * The status by both questions. Zebra says that a printer with a fault may answer neither; then it is silent, not ready.
 * A printer that answers only `~HQES` reports a fault, or nothing that is reliable.
 */
export async function askZpl(talk: Talk, facts: PrinterFacts): Promise<LabelStatus | undefined> {
  const status = await talk.ask(HOST_STATUS, readHostStatus)
  const errors = !status || facts.answers.has(ERRORS) ? await talk.ask(ERRORS, readErrors) : []
  if (!status) return errors && errors.length > 0 ? onlyFaults(errors) : undefined
  const { isBusy, hasHalfLabel, length_dots } = status
  const reasons = causesOf([...status.reasons, ...(errors ?? [])])
  const measured = length_dots === undefined ? {} : { length_dots }
  return { reasons, isBusy, hasHalfLabel, ...measured, ...(await countOf(talk, facts)) }
}

const onlyFaults = (errors: readonly string[]): LabelStatus => ({
  reasons: causesOf(errors),
  isBusy: false,
  hasHalfLabel: false,
})

const IDENTITY = /\x02([^,\x03]+),[^,\x03]*,(\d+)[^\x03]*\x03/ // eslint-disable-line no-control-regex -- STX and ETX
const DPI_OF_DOTS_PER_MM: Record<number, number> = { 6: 152, 8: 203, 12: 300, 24: 600 }
const MODEL_CHARS_MAX = 60

const readIdentity = (bytes: Buffer): { name: string; dpi: number | undefined } | undefined => {
  const [, name, perMm] = IDENTITY.exec(bytes.toString('latin1')) ?? []
  return name === undefined ? undefined : { name: name.trim(), dpi: DPI_OF_DOTS_PER_MM[Number(perMm)] }
}

/** What the printer reports about itself. Variables are asked only of printers that call themselves Zebra (`ZTC`). */
export async function identifyZpl(talk: Talk): Promise<PrinterFacts> {
  const identity = await talk.ask('~HI\r\n', readIdentity)
  const isZebra = identity?.name.startsWith('ZTC ') ?? false
  const answers = new Set<string>()
  if (await talk.ask(ERRORS, readErrors)) answers.add(ERRORS)
  for (const counter of isZebra ? [LABELS, INCHES] : []) {
    if (numberIn(await talk.ask(variable(counter), readVariable)) === undefined) continue
    answers.add(counter)
    break
  }
  return {
    answers,
    isZebra,
    ...(identity && { model: printableName(identity.name.replace(/^ZTC /, '')).slice(0, MODEL_CHARS_MAX) }),
    ...(identity?.dpi !== undefined && { dpi: identity.dpi }),
  }
}

/** Whether a printer of Zebra reads ZPL. Its other languages ignore the question, but other makers' printers print it. */
export const zebraReadsZpl = async (talk: Talk): Promise<boolean> =>
  (await talk.ask(variable('device.languages'), readVariable))?.includes('zpl') ?? false
