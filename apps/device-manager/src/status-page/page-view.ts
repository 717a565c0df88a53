import { STATUS_TEXTS, type Language } from './status-texts.ts'

/** One page as HTML. @param path its address, for the switch to the other language */
export function pageView(language: Language, path: string, main: string, footer: string, head = ''): string {
  const t = STATUS_TEXTS[language]
  const other = language === 'en' ? 'fr' : 'en'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${t.title}</title>
<link rel="icon" href="/stamp.svg">
<link rel="stylesheet" href="/status.css">
<script src="/status.js" defer></script>${head}
</head>
<body>
<header><div class="bar"><img src="/stamp.svg" alt="" width="22" height="26"><h1>${t.title}</h1>
<a href="${path}?language=${other}" lang="${other}" hreflang="${other}">${t.otherLanguage}</a></div></header>
<main>
${main}
</main>
<footer>${footer}</footer>
</body>
</html>
`
}

/** What a browser without a session gets: how to open the page. */
export function lockedView(language: Language): string {
  const t = STATUS_TEXTS[language]
  return pageView(
    language,
    '/',
    `<section id="locked"><h2>${t.locked}</h2><p>${t.lockedHow}</p><p class="command">postroom-device-manager --open</p><p class="quiet">${t.lockedWhy}</p></section>`,
    '',
  )
}

/**
 * Keeps the token of the session and continues to the status page. Browsers send the new cookie from this page, but not after
 * a redirect of the link itself.
 */
export function openedView(token: string, language: Language): string {
  const t = STATUS_TEXTS[language]
  const address = `/?language=${language}`
  const main = `<section><p><a id="opened" data-token="${token}" href="${address}">${t.goOn}</a></p></section>`
  return pageView(
    language,
    '/',
    main,
    '',
    `<noscript><meta http-equiv="refresh" content="0; url=${address}"></noscript>`,
  )
}

/** The last lines of the log, to be copied. It does not refresh. */
export function logView(lines: readonly string[], language: Language): string {
  const t = STATUS_TEXTS[language]
  return pageView(
    language,
    '/log',
    `<section><h2 id="log">${t.log}</h2><p id="how">${t.logHow}</p>
<textarea id="lines" readonly spellcheck="false" aria-labelledby="log" aria-describedby="how">${escape(lines.join('\n'))}</textarea>
<button type="button" id="copy" data-done="${t.copied}" hidden>${t.copy}</button> <span id="copied" role="status"></span></section>`,
    `<a href="/?language=${language}">${t.back}</a>`,
  )
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
