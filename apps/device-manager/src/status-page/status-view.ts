import path from 'node:path'
import type { PrintJob, Printer, Scale } from '@postroom/contract/device-messages'
import type { DeviceStatus } from './device-status.ts'
import { faultOfReasons } from '../printers/printer-reasons.ts'
import { ERROR_SENTENCES } from './error-sentences.ts'
import { escape, pageView } from './page-view.ts'
import { LOCALES, STATUS_TEXTS, type Language } from './status-texts.ts'

/** The status page as HTML. Until the device is paired it shows only its name, server, version and code. */
export function statusView(status: DeviceStatus, language: Language): string {
  const t = STATUS_TEXTS[language]
  const { isPaired } = status
  const sections = [
    `<section id="connection" aria-live="polite"><h2>${escape(status.alias)}</h2>${connectionView(status, language)}</section>`,
    status.newer && newerView(status.newer, language),
    status.rolledBack !== undefined &&
      `<section id="rolled-back"><p class="warn">${t.rolledBack} ${escape(status.rolledBack)}</p></section>`,
    isPaired && pauseView(status.isPaused, language),
    isPaired && listView('printers', t.printers, status.printers.map(printerView(language)), t.noPrinters),
    isPaired && status.scales.length > 0 && listView('scale', t.scale, status.scales.map(scaleView(language)), ''),
    isPaired && listView('jobs', t.jobs, status.jobs.map(jobView(language)), t.noJobs),
  ]
  const shown = sections.filter((section) => typeof section === 'string').join('\n')
  const log = isPaired ? `<a href="/log?language=${language}">${t.log}</a>` : ''
  return pageView(language, '/', shown, `<span>${t.version} ${escape(status.version)}</span>${log}`)
}

function listView(id: string, heading: string, items: readonly string[], none: string): string {
  const list =
    items.length === 0 ? `<p class="quiet">${none}</p>` : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
  return `<section id="${id}"><h2>${heading}</h2>${list}</section>`
}

function connectionView({ connection, server, isManaged, isPaired }: DeviceStatus, language: Language): string {
  const t = STATUS_TEXTS[language]
  const address = `<p class="quiet">${t.server}${t.colon}${escape(server ?? '')}</p>`
  const note = isManaged ? `<p class="quiet">${t.serverManaged}</p>` : ''
  const change = isManaged || isPaired ? '' : `<p><a href="/server?language=${language}">${t.changeServer}</a></p>`
  const where = address + note + change
  if (connection.state === 'starting') return where
  if (connection.state === 'unreachable')
    return `<p class="warn">${t.unreachable}</p><p>${t.problems[connection.problem]}</p>${where}`
  if (connection.state === 'clock_wrong') return `<p class="warn">${t.clockWrong}</p>${where}`
  if (connection.state === 'pairing') return pairingView(connection.code, server ?? '', language) + where
  const tone = connection.state === 'connected' ? 'good' : 'warn'
  return `<p class="${tone}">${t.connectionStates[connection.state]}</p><p>${t.organisation}${t.colon}${escape(connection.organisation)}</p>${where}`
}

function pairingView(code: string, server: string, language: Language): string {
  const t = STATUS_TEXTS[language]
  const [signIn, open, enter] = t.pairingSteps
  const link = `<a href="${escape(server)}" target="_blank" rel="noreferrer">${escape(server)}</a>`
  return `<p class="warn">${t.pairing}</p><p class="quiet">${t.code}</p><p class="code">${escape(code)}</p><ol><li>${signIn} ${link}</li><li>${open}</li><li>${enter}</li></ol><p>${t.pairingNext}</p>`
}

function pauseView(isPaused: boolean, language: Language): string {
  const t = STATUS_TEXTS[language]
  const words = isPaused ? `<p class="warn">${t.paused}</p><p>${t.pausedHow}</p>` : `<p>${t.running}</p>`
  return `<section id="pause"><div role="status">${words}</div><form data-change="/pause"><input type="hidden" name="paused" value="${!isPaused}"><button type="submit">${isPaused ? t.resume : t.pause}</button></form></section>`
}

function newerView({ version, url, sha256, how }: NonNullable<DeviceStatus['newer']>, language: Language): string {
  const t = STATUS_TEXTS[language]
  const link = `<p><a href="${escape(url)}" rel="noreferrer">${escape(url)}</a></p><p class="quiet">SHA-256 ${sha256}</p>`
  const command = how === 'deb' ? `<p class="command">sudo apt install ./${escape(path.posix.basename(url))}</p>` : ''
  const what = how === 'automatic' ? '' : link + command
  return `<section id="newer"><h2>${t.newer}${t.colon}${version}</h2><p>${t.newerHow[how]}</p>${what}</section>`
}

const printerView = (language: Language) => (printer: Printer) => {
  const t = STATUS_TEXTS[language]
  const works = printer.state === 'ready' || printer.state === 'printing'
  const loaded = printer.media_ready.map((media) => sizeWords(media, language)).join(', ')
  return [
    rowView(printer.name, works ? 'good' : 'warn', t.printerStates[printer.state]),
    loaded === '' ? '' : `<p class="quiet">${t.loaded}${t.colon}${loaded}</p>`,
    works ? '' : noticeView(printerTrouble(printer, language)),
  ].join('')
}

function printerTrouble({ state, reasons }: Printer, language: Language): string {
  const sentences = ERROR_SENTENCES[language]
  if (state === 'offline') return sentences.printer_offline
  const { code } = faultOfReasons(reasons)
  // unknown reasons are shown as the printer reported them
  return code === 'printer_stopped' && reasons.length > 0 ? `${sentences[code]} ${reasons.join(', ')}` : sentences[code]
}

const scaleView = (language: Language) => (scale: Scale) => {
  const words =
    scale.grams === undefined
      ? STATUS_TEXTS[language].scaleStates[scale.state]
      : `${scale.grams.toLocaleString(LOCALES[language])} g`
  return rowView(scale.name, scale.state === 'fault' || scale.state === 'gone' ? 'warn' : 'good', words)
}

const jobView = (language: Language) => (job: PrintJob) => {
  const isTrouble = job.state === 'failed' || job.state === 'unknown'
  const tone = job.state === 'printed' ? 'good' : isTrouble ? 'warn' : 'quiet'
  const time = new Date(job.updated_at).toLocaleString(LOCALES[language], { dateStyle: 'short', timeStyle: 'short' })
  return [
    rowView(job.title, tone, STATUS_TEXTS[language].jobStates[job.state]),
    `<p class="quiet">${time}</p>`,
    isTrouble && job.error ? noticeView(jobTrouble(job.error, language)) : '',
  ].join('')
}

/** Error descriptions are in English; the French page uses them only for codes without a French text. */
function jobTrouble({ code, description }: NonNullable<PrintJob['error']>, language: Language): string {
  const sentences: Partial<Record<string, string>> = ERROR_SENTENCES[language]
  return language === 'en' ? description : (sentences[code] ?? description)
}

const rowView = (name: string, tone: 'good' | 'warn' | 'quiet', words: string): string =>
  `<div class="row"><span class="name">${escape(name)}</span><span class="${tone}">${escape(words)}</span></div>`

const noticeView = (words: string): string => `<p class="notice">${escape(words)}</p>`

function sizeWords({ width_mm, height_mm, endless }: Printer['media'][number], language: Language): string {
  const millimetres = (value: number) => value.toLocaleString(LOCALES[language], { maximumFractionDigits: 1 })
  if (endless) return `${STATUS_TEXTS[language].endless} ${millimetres(width_mm)} mm`
  return `${millimetres(width_mm)} × ${millimetres(height_mm)} mm`
}
