import { virtual } from '@guidepup/virtual-screen-reader'
import type { UserEvent } from '@testing-library/user-event'

/** Begins to listen with the virtual screen reader; it is stopped after each test. */
export async function listen(): Promise<void> {
  await virtual.start({ container: document.body })
  await heard()
}

/** What the screen reader has said since the last call. */
export async function heard(): Promise<string[]> {
  const said = await virtual.spokenPhraseLog()
  await virtual.clearSpokenPhraseLog()
  // the library repeats an atomic region for each node in it that changes, and an emptied one; screen readers do not
  return said.filter((phrase, index) => phrase !== 'polite: ' && phrase !== said[index - 1])
}

/** Walks on by keyboard and hears what gets the focus. */
export async function tab(user: UserEvent, times = 1): Promise<string[]> {
  for (let press = 0; press < times; press++) await user.tab()
  return heard()
}
