import type { PrintJob, Printer } from '@postroom/contract/device-messages'
import type { LineState } from '../line/stay-on-line.ts'
import { LANGUAGES, STATUS_TEXTS, type Language } from './status-texts.ts'

export interface DeviceStatus {
  alias: string
  server: string
  line: LineState
  printers: readonly Printer[]
  jobs: readonly PrintJob[]
}

/** Light and dark follow the system; nothing comes from outside. */
export const STATUS_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#faf7f1, #15171c); --surface: light-dark(#ffffff, #1d2027);
  --line: light-dark(#e4ddd0, #323742); --ink: light-dark(#1c2030, #f2efe9); --ink-2: light-dark(#555b6b, #b4b9c5);
  --good: light-dark(#1d7448, #6fcf97); --warn: light-dark(#8a5a00, #f0c05a); --link: light-dark(#1f5a99, #84b6ee); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 0.9375rem/1.5 system-ui, sans-serif; }
header, main { max-width: 44rem; margin: 0 auto; padding: 24px 16px; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; padding-bottom: 0; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.125rem; margin: 0 0 8px; } p { margin: 0 0 8px; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 16px 24px; margin-bottom: 16px; }
ul { list-style: none; margin: 0; padding: 0; } li { padding: 8px 0; border-top: 1px solid var(--line); }
li:first-child { border-top: 0; } .quiet { color: var(--ink-2); } .good { color: var(--good); } .warn { color: var(--warn); }
.code { font: 600 2rem/1.25 ui-monospace, monospace; letter-spacing: 0.08em; } a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 6px; }
`

/** Looks again every few seconds and changes the page only where something has changed. */
export const STATUS_SCRIPT = `
setInterval(async () => {
  const answer = await fetch(location.href).catch(() => undefined)
  if (!answer?.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const section of document.querySelectorAll('section')) {
    const fresh = next.getElementById(section.id)
    if (fresh && fresh.innerHTML !== section.innerHTML) section.innerHTML = fresh.innerHTML
  }
}, 3000)
`

/** The status page as HTML. */
export function statusView(status: DeviceStatus, language: Language): string {
  const t = STATUS_TEXTS[language]
  const other = LANGUAGES.find((candidate) => candidate !== language) ?? 'en'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${t.title}</title>
<link rel="stylesheet" href="/status.css">
<script src="/status.js" defer></script>
</head>
<body>
<header><h1>${t.title}</h1><a href="/?language=${other}" lang="${other}" hreflang="${other}">${t.otherLanguage}</a></header>
<main>
<section id="line" aria-live="polite"><h2>${escape(status.alias)}</h2>${lineView(status, language)}</section>
<section id="printers"><h2>${t.printers}</h2>${listOf(
    status.printers.map((printer) => printerView(printer, language)),
    t.noPrinters,
  )}</section>
<section id="jobs"><h2>${t.jobs}</h2>${listOf(
    status.jobs.map((job) => jobView(job, language)),
    t.noJobs,
  )}</section>
</main>
</body>
</html>
`
}

function lineView({ line, server }: DeviceStatus, language: Language): string {
  const t = STATUS_TEXTS[language]
  const where = `<p class="quiet">${t.server}${t.colon}${escape(server)}</p>`
  if (line.state === 'starting') return where
  if (line.state === 'unreachable') return `<p class="warn">${t.unreachable}</p>${where}`
  if (line.state === 'pairing')
    return `<p class="warn">${t.pairing}</p><p>${t.pairingHow}</p><p class="quiet">${t.code}</p><p class="code">${escape(line.code)}</p>${where}`
  const words =
    line.state === 'connected' ? `<p class="good">${t.connected}</p>` : `<p class="warn">${t.connecting}</p>`
  return `${words}<p>${t.organisation}${t.colon}${escape(line.organisation)}</p>${where}`
}

function printerView(printer: Printer, language: Language): string {
  const t = STATUS_TEXTS[language]
  const millimetres = (value: number) => value.toLocaleString(LOCALES[language], { maximumFractionDigits: 1 })
  const tone = printer.state === 'ready' || printer.state === 'printing' ? 'good' : 'warn'
  const state = [t.printerStates[printer.state], ...printer.reasons].join(', ')
  const loaded = printer.media_ready
    .map((media) => `${millimetres(media.width_mm)} × ${millimetres(media.height_mm)} mm`)
    .join(', ')
  const media = loaded === '' ? '' : `<br><span class="quiet">${t.loaded}${t.colon}${loaded}</span>`
  return `${escape(printer.name)} <span class="${tone}">${escape(state)}</span>${media}`
}

function jobView(job: PrintJob, language: Language): string {
  const tone = job.state === 'printed' ? 'good' : job.state === 'failed' || job.state === 'unknown' ? 'warn' : 'quiet'
  const time = new Date(job.updated_at).toLocaleTimeString(LOCALES[language])
  return `${escape(job.title)} <span class="${tone}">${STATUS_TEXTS[language].jobStates[job.state]}</span> <span class="quiet">${time}</span>`
}

const listOf = (items: readonly string[], none: string): string =>
  items.length === 0 ? `<p class="quiet">${none}</p>` : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

const LOCALES: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' }

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
