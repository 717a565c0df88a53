import { LANGUAGES, type LabelPrinterSetting } from './label-setting.ts'

/** What a printer says about itself: by IEEE 1284 at a USB port, or by multicast DNS in the network. */
export interface MadeBy {
  maker: string
  model: string
  /** Command sets, separated by commas. */
  commands: string
}

/** Reads `MFG:Zebra;MDL:ZD421;CMD:ZPL;` (IEEE 1284). */
export function readDeviceId(id: string): MadeBy {
  const fields = new Map(id.split(';').map((field) => [keyIn(field), field.slice(field.indexOf(':') + 1).trim()]))
  const first = (...keys: string[]) => keys.map((key) => fields.get(key)).find((value) => value !== undefined) ?? ''
  return {
    maker: first('MFG', 'MANUFACTURER'),
    model: first('MDL', 'MODEL'),
    commands: first('CMD', 'COMMAND SET'),
  }
}

const keyIn = (field: string): string => field.slice(0, field.indexOf(':')).trim().toUpperCase()

/** Names of command sets. A printer with several is best spoken to in the first of these. XPP is the TSPL of Rollo. */
const COMMAND_SETS = [
  ['zpl', /\bZPL/i],
  ['tspl', /\b(TSPL|TSC|FBPL|XPP)/i],
  ['epl', /\bEPL/i],
] as const

/** The language that a printer names; undefined when it names none that is known here. */
export function settingOf({ commands, model }: MadeBy): LabelPrinterSetting | undefined {
  const language = COMMAND_SETS.find(([, pattern]) => pattern.test(commands))?.[0]
  if (!language) return undefined
  const dpi = /(203|300|600)\s?dpi/i.exec(model)?.[1]
  return { language: LANGUAGES[language], ...(dpi !== undefined && { dpi: Number(dpi) }) }
}

/** Zebra's printers may be asked for their languages. */
export const isZebra = ({ maker, model }: MadeBy): boolean => /^(zebra|ztc)\b/i.test(`${maker} ${model}`.trim())
