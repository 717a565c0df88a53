import { expect, test } from 'vitest'
import { rolesOfGroups } from './roles-of-groups.ts'

const GROUP_ROLES = [
  { group: 'Post room', role: 'mailroom' },
  { group: 'Directors', role: 'manager' },
  { group: 'Post office', role: 'mailroom' },
] as const

test.each([
  [['Post room'], ['mailroom']],
  [
    ['Directors', 'Post room'],
    ['mailroom', 'manager'],
  ],
  [['Post office', 'Post room'], ['mailroom']],
  [['post room'], ['sender']],
  [['operator'], ['sender']],
  [[], ['sender']],
])('members of %j have the roles %j', (groups, roles) =>
  expect(rolesOfGroups(groups, GROUP_ROLES, 'sender')).toEqual(roles),
)
