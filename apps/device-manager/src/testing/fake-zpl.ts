import { fakeLabelWork, type Fault, type FakeWorkSetting } from './fake-label-work.ts'
import { printerOnTcp } from './printer-on-tcp.ts'
import { pageOf, readGraphic } from './zpl-graphic-reader.ts'

// Written from the maker's programming guide, without code of the driver.

const MODELS = {
  ZD421: { name: 'ZTC ZD421-203dpi ZPL', perMm: 8, counter: 'labels' },
  'ZD421-300': { name: 'ZTC ZD421-300dpi ZPL', perMm: 12, counter: 'labels' },
  'ZT411-600': { name: 'ZTC ZT411-600dpi ZPL', perMm: 24, counter: 'labels' },
  GK420d: { name: 'ZTC GK420d-200dpi ZPL', perMm: 8, counter: 'inches' },
  /** A printer of another maker: it knows neither compressed graphics nor variables. */
  emulation: { name: undefined, perMm: 8, counter: 'none' },
} as const

const DPI = { 8: 203, 12: 300, 24: 600 } as const

export interface FakeZplSetting extends FakeWorkSetting {
  model?: keyof typeof MODELS
  /** Answers no question, or none while something is wrong with it. */
  silent?: 'always' | 'when faulty' | 'with a label'
  /** Answers `~HS` only. */
  onlyHostStatus?: boolean
  /** By how much its counters rise with each label. */
  countsAs?: 0 | 2
  /** The connection breaks once, after this many bytes of labels. */
  dropsAfter?: number
  /** The length that its sensor has measured, in dots. */
  length?: number
  /** Another program has left half a label. */
  hasHalf?: boolean
  /** Continuous stock by its own setting. */
  isContinuous?: boolean
}

const BITS: Record<Fault, number> = {
  'paper out': 0x1,
  'ribbon out': 0x2,
  'head open': 0x4,
  cutter: 0x8,
  'too hot': 0x10,
  jam: 0x4000,
  paused: 0x10000,
  'no mark': 0x80000,
  defect: 0x40,
}

/** A ZPL printer that records what it prints, and what a real one would drop or misprint in `wrongs`. */
export function fakeZpl(setting: FakeZplSetting = {}) {
  const model = MODELS[setting.model ?? 'ZD421']
  const dpi = DPI[model.perMm]
  const work = fakeLabelWork(setting)
  const wrongs: string[] = []
  const formats: string[] = []
  let held = setting.hasHalf ? '^XA^FO0,0^GFA,9' : ''
  let dropsAfter = setting.dropsAfter ?? Infinity
  let questions = 0

  const isHalf = () => held.startsWith('^XA')
  const isFaulty = () => work.faults.size > 0
  const isSilent = () =>
    setting.silent === 'always' ||
    (setting.silent === 'when faulty' && isFaulty()) ||
    (setting.silent === 'with a label' && work.received() > 0)
  const has = (fault: Fault) => (work.faults.has(fault) ? 1 : 0)
  /** A printer with a fault also calls itself paused. */
  const isPaused = () => (isFaulty() ? 1 : 0)

  function hostStatus(): string {
    const [waiting, length] = [work.waiting(), setting.length ?? 6 * dpi].map((count, at) =>
      String(count).padStart(3 + at, '0'),
    )
    const first = `030,${has('paper out')},${isPaused()},${length},${waiting},0,0,${isHalf() ? 1 : 0},000,0,0,${has('too hot')}`
    const peel = work.isPresented() ? 1 : 0
    const mode = setting.isContinuous ? '129' : '001'
    const left = String(work.isPrinting() ? 1 : 0).padStart(8, '0')
    const second = `${mode},0,${has('head open')},${has('ribbon out')},1,2,4,${peel},${left},1,000`
    work.move()
    return `\x02${first}\x03\r\n\x02${second}\x03\r\n\x020000,0\x03\r\n`
  }

  function errors(): string {
    const bits = [...work.faults].reduce((sum, fault) => sum | BITS[fault], isPaused() ? 0x10000 : 0)
    const word = bits.toString(16).padStart(8, '0').toUpperCase()
    return `\x02\r\n\r\n  PRINTER STATUS                     \r\n   ERRORS:         ${bits ? 1 : 0} 00000000 ${word}\r\n   WARNINGS:       0 00000000 00000000\r\n\x03`
  }

  function variable(name: string): string | undefined {
    if (model.counter === 'none') {
      wrongs.push(`a variable (${name}) is asked of a printer that has none`)
      return undefined
    }
    const { countsAs = 1 } = setting
    const counted = work.printed
    const inches = counted.reduce((sum, { height }) => sum + (countsAs * height) / dpi, 1_000)
    if (name === 'odometer.total_label_count')
      return model.counter === 'labels' ? `"${4_000 + countsAs * counted.length}"` : '"?"'
    if (name === 'odometer.total_print_length') return `"${Math.floor(inches)} INCHES, 9999 CENTIMETERS"`
    return name === 'device.languages' ? '"hybrid_xml_zpl"' : '"?"'
  }

  /** The answer to a question. */
  function answerTo(question: string): string | undefined {
    questions++
    if (question === '~HS') return hostStatus()
    if (setting.onlyHostStatus) return undefined
    if (question === '~HQES') return errors()
    if (question === '~HI') return model.name && `\x02${model.name},V93.20.15Z,${model.perMm},4194304\x03\r\n`
    return variable(/"(.*)"/.exec(question)?.[1] ?? '')
  }

  function obey(format: string): void {
    if (!setting.forgets) formats.push(format)
    try {
      for (const command of format.matchAll(/\^([A-Z][A-Z\d])([^^]*)/g)) check(command[1]!, command[2]!)
      const [, graphic = ''] = /\^GFA,([^^]*)\^FS/.exec(format) ?? []
      const [b, c, d, ...data] = graphic.split(',')
      const [width, length] = ['PW', 'LL'].map((name) => Number(new RegExp(`\\^${name}(\\d+)`).exec(format)?.[1]))
      if (model.counter === 'none' && /^:[ZB]64:/.test(data.join(','))) throw new Error('a compressed graphic')
      const rows = readGraphic(data.join(','), Number(d), Number(c))
      if (b !== c) throw new Error('sizes of a graphic that differ')
      const page = pageOf(rows, Number(d), width)
      if (page.height !== length) throw new Error('a graphic longer or shorter than its label')
      if (format.includes('^JZN')) work.repeat(false)
      work.receive(page)
    } catch (error) {
      wrongs.push(error instanceof Error ? error.message : String(error))
    }
  }

  const EXACT: Record<string, string> = { PQ: '1,0,1,N', LH: '0,0', LS: '0', LT: '0', PO: 'N', FO: '0,0', JZ: 'N' }
  const KNOWN = new Set(['XA', 'PW', 'LL', 'MN', 'MT', 'GF', 'FS', ...Object.keys(EXACT)])
  function check(name: string, value: string): void {
    if (!KNOWN.has(name)) throw new Error(`the command ^${name}`)
    if (name in EXACT && value !== EXACT[name]) throw new Error(`^${name}${value}`)
  }

  const QUESTION = /~(?:HQES|HS|HI)|! U1 getvar "[^"]*"\r\n/
  const BEGINS = /^(?:~(?:H(?:Q(?:E)?)?)?|\^X?|! U1 getvar "[^"]*"?\r?|!(?: (?:U(?:1(?: g?)?)?)?)?)$/

  /** Questions are answered wherever they stand, in the order in which they come. */
  function take(say: (answer: string) => void): void {
    for (;;) {
      const question = QUESTION.exec(held)
      const end = isHalf() ? held.indexOf('^XZ') : -1
      if (question && (end < 0 || question.index < end)) {
        held = held.slice(0, question.index) + held.slice(question.index + question[0].length)
        if (!isHalf()) held = outside(held)
        const answer = isSilent() ? undefined : answerTo(question[0].trim())
        if (answer !== undefined) say(answer)
      } else if (end >= 0) {
        obey(held.slice(0, end))
        held = outside(held.slice(end + '^XZ'.length))
      } else {
        if (!isHalf()) held = outside(held)
        return
      }
    }
  }

  /** Drops what is between the labels; only line ends may be. */
  function outside(text: string): string {
    const rest = text.replace(/^[\r\n]+/, '')
    const begin = rest.search(/\^XA/)
    const dropped = begin < 0 ? rest : rest.slice(0, begin)
    if (dropped === '' || QUESTION.test(dropped) || (begin < 0 && BEGINS.test(dropped))) return rest
    wrongs.push(`bytes outside a label: ${dropped.slice(0, 40)}`)
    return begin < 0 ? '' : rest.slice(begin)
  }

  return {
    ...work,
    wrongs,
    /** The labels as they were received. */
    formats,
    questions: () => questions,
    isHalf,
    /** What it holds is gone. */
    turnOffAndOn: () => {
      held = ''
      work.discard()
    },
    connect: (say: (bytes: Buffer) => void, turnOff: () => void) => {
      return (part: Buffer): void => {
        const isLabel = isHalf() || part.includes('^XA')
        held += (isLabel ? part.subarray(0, dropsAfter) : part).toString('latin1')
        if (isLabel) dropsAfter -= part.length
        take((answer) => say(Buffer.from(answer, 'latin1')))
        if (dropsAfter > 0) return
        dropsAfter = Infinity
        turnOff()
      }
    },
  }
}

/** The same in the network. */
export async function fakeZplOnTcp(setting: FakeZplSetting = {}, host?: string) {
  const printer = fakeZpl(setting)
  return { ...printer, ...(await printerOnTcp(printer.connect, host)) }
}
