import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

const OWNER = ['angharad', 'Angharad Kendall', 'a.kendall@example.com', 'Llewellyn Bindery Ltd']

test.each([
  ['Password2026!', 'easy'],
  ['aaaaaaaaaaaaaaaaaaaa', 'easy'],
  ['kendall-1987', 'easy'],
  ['LlewellynBindery', 'easy'],
  ['x8#Kd!vq', 'fair'],
  ['80427196350718', 'fair'],
  // two known words of eight letters are only four characters more
  ['sunshine-football-xkqv', 'fair'],
  ['x8#Kd!vq-pW2', 'fair'],
  ['xy#Kd!vq-pWz', 'strong'],
  ['été à la plage', 'strong'],
  ['kettle-harbour-91-moss', 'very_strong'],
  ['correct horse battery staple', 'very_strong'],
])('%s is %s', (password, strength) => {
  expect(passwordStrength(password, OWNER)).toBe(strength)
})
