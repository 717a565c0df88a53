import { virtual } from '@guidepup/virtual-screen-reader'
import { issueToken } from '@postroom/contract/auth'
import { screen, waitFor } from '@testing-library/dom'
import { afterEach, expect, it } from 'vitest'
import { USER } from '../../testing/a-user.ts'
import { Refusal, server } from '../../testing/fake-server.ts'
import { heard, listen, tab } from '../../testing/heard.ts'
import { openSignedOut } from '../../testing/open-page.tsx'

afterEach(() => virtual.stop())

it('says each field of the sign-in, why it was refused, and where the user has arrived', async () => {
  const answers = [new Refusal('invalid_credentials'), USER]
  server.on(issueToken, () => answers.shift()!)
  const user = openSignedOut('/login')
  await screen.findByLabelText('Username')
  await listen()
  expect(screen.getByLabelText('Username')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(await heard()).toEqual(['polite: Fill in: Username, Password.'])
  await user.keyboard('demo')
  expect(await tab(user)).toEqual(['Password, Fill this in.'])
  await user.keyboard('not this one{Enter}')
  await screen.findByText('The username or password is not right.')
  expect(await heard()).toEqual(['assertive: [Error ID: invalid_credentials] The username or password is not right.'])
  expect(await tab(user, 2)).toEqual(['button, Show the password', 'button, Sign in'])
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(await heard()).toEqual(['button, Show the password', 'Password, not this one'])
  await user.keyboard('{Control>}a{/Control}demo-postroom{Enter}')
  await screen.findByRole('heading', { level: 1, name: /^Good/ })
  await waitFor(async () => expect(await virtual.spokenPhraseLog()).not.toEqual([]))
  expect(await heard()).toEqual([expect.stringMatching(/^heading, Good \w+, Demo, level 1$/)])
}, 60_000)
