/**
 * Refreshes the status page every few seconds, changing only the sections that differ; sends the forms; on the log page,
 * copies the log. A page whose session has ended reloads and shows how to open it again.
 */
export const STATUS_SCRIPT = `
const TOKEN = 'postroom_page'
const opened = document.getElementById('opened')
if (opened) {
  localStorage.setItem(TOKEN, opened.dataset.token)
  location.replace(opened.href)
}

const copy = document.getElementById('copy')
if (copy) {
  copy.hidden = false
  copy.addEventListener('click', async () => {
    const lines = document.getElementById('lines')
    lines.select()
    await navigator.clipboard.writeText(lines.value).catch(() => document.execCommand('copy'))
    document.getElementById('copied').textContent = copy.dataset.done
  })
}

const ids = (main) => [...main.children].map(({ id }) => id).join()
async function refresh() {
  const answer = await fetch(location.href).catch(() => undefined)
  if (answer?.status === 401) return location.reload()
  if (!answer?.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const now = document.querySelector('main')
  const fresh = next.querySelector('main')
  if (!fresh) return
  if (ids(fresh) !== ids(now)) return now.replaceChildren(...fresh.children)
  for (const section of now.children) {
    const other = fresh.querySelector('#' + section.id)
    if (other.innerHTML === section.innerHTML) continue
    const hadFocus = section.querySelector('button')?.matches(':focus')
    section.innerHTML = other.innerHTML
    if (hadFocus) section.querySelector('button')?.focus()
  }
}
if (document.getElementById('connection')) setInterval(refresh, 3000)

document.addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const button = form.querySelector('button')
  const wrong = form.querySelector('[role=alert]')
  if (button.getAttribute('aria-disabled')) return
  const words = button.textContent
  button.setAttribute('aria-disabled', 'true')
  if (button.dataset.busy) button.textContent = button.dataset.busy
  if (wrong) wrong.textContent = ''
  const answer = await fetch(form.dataset.change + location.search, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-postroom-page': localStorage.getItem(TOKEN) ?? '' },
    body: JSON.stringify(Object.fromEntries(new FormData(form))),
  }).catch(() => undefined)
  button.removeAttribute('aria-disabled')
  button.textContent = words
  if (answer?.ok) return wrong ? location.assign('/' + location.search) : refresh()
  if (answer?.status === 403 || !wrong) return location.reload()
  wrong.textContent = (await answer?.json().catch(() => undefined))?.words ?? ''
  form.querySelector('input').focus()
})
`
