/**
 * Refreshes the status page every few seconds, changing only the sections that differ; on the log page, copies the log. A
 * page whose session has ended reloads and shows how to open it again.
 */
export const STATUS_SCRIPT = `
const copy = document.getElementById('copy')
if (copy) {
  copy.hidden = false
  copy.addEventListener('click', async () => {
    const lines = document.getElementById('lines')
    lines.select()
    await navigator.clipboard.writeText(lines.value).catch(() => document.execCommand('copy'))
    document.getElementById('copied').textContent = copy.dataset.done
  })
} else if (document.getElementById('connection')) setInterval(async () => {
  const answer = await fetch(location.href).catch(() => undefined)
  if (answer?.status === 401) return location.reload()
  if (!answer?.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const now = document.querySelector('main')
  const fresh = next.querySelector('main')
  if (!fresh) return
  const ids = (main) => [...main.children].map(({ id }) => id).join()
  if (ids(fresh) !== ids(now)) return now.replaceChildren(...fresh.children)
  for (const section of now.children) {
    const other = fresh.querySelector('#' + section.id)
    if (other.innerHTML !== section.innerHTML) section.innerHTML = other.innerHTML
  }
}, 3000)
`
