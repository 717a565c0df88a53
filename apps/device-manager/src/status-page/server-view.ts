import { escape, pageView } from './page-view.ts'
import { STATUS_TEXTS, type Language } from './status-texts.ts'
import type { DeviceStatus } from './device-status.ts'

/** The form for the address of the server: the page at the first start, and the way to correct the address later. */
export function serverView({ server, version }: DeviceStatus, language: Language): string {
  const t = STATUS_TEXTS[language]
  const main = `<section><h2>${t.serverAsked}</h2><p id="how">${t.serverHow}</p>
<form data-change="/server" novalidate><label for="server">${t.serverAddress}</label>
<input id="server" name="server" type="url" inputmode="url" autocomplete="url" autocapitalize="none" spellcheck="false" placeholder="https://" aria-describedby="how wrong" value="${escape(server ?? '')}">
<p id="wrong" class="wrong" role="alert"></p>
<button type="submit" class="primary" data-busy="${t.connecting}">${t.connect}</button></form></section>`
  const back = server === undefined ? '' : `<a href="/?language=${language}">${t.back}</a>`
  return pageView(
    language,
    server === undefined ? '/' : '/server',
    main,
    `<span>${t.version} ${escape(version)}</span>${back}`,
  )
}
