import { IS_SWEEP } from '@postroom/domain/testing/sweep'
import fc, { type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scimScene, type ScimUser } from '../../../testing/sign-on/scim-scene.ts'
import { DOMAIN } from '../../../testing/sign-on/sign-on-scene.ts'
import { asOwner } from '../../../testing/test-database.ts'

const RUNS = IS_SWEEP ? 2_000 : 200

let scene: Awaited<ReturnType<typeof scimScene>>
let user: ScimUser
beforeAll(async () => {
  scene = await scimScene()
  // more calls than a key may make in a minute
  await asOwner(scene.server.database.url, 'update api_key set calls_per_minute = 1000000')
  user = await scene.created({ userName: `nia@${DOMAIN}` })
})
afterAll(() => scene.close())

const HOSTILE = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  `${'x'.repeat(99)}🙂`,
  'x'.repeat(5_000),
  null,
  true,
  1e300,
  [],
  {},
  [[]],
]
const hostile = fc.oneof(
  fc.constantFrom<unknown>(...HOSTILE),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)
/** Mostly what a provider sends. */
const mostly = (valid: Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: hostile })

const name = mostly(fc.string({ unit: 'grapheme', maxLength: 100 }))
const mail = mostly(fc.nat().map((n) => `fuzz-${n}@${DOMAIN}`))
const emails = mostly(fc.array(fc.record({ value: mail, type: mostly(fc.constant('work')) }), { maxLength: 2 }))
const active = mostly(fc.constantFrom(true, false, 'True', 'False'))
const attributes = fc.record(
  {
    userName: mail,
    externalId: name,
    displayName: name,
    name: mostly(fc.record({ formatted: name, givenName: name, familyName: name }, { requiredKeys: [] })),
    emails,
    active,
  },
  { requiredKeys: ['userName'] },
)
const operation = fc.oneof(
  fc.record({ op: mostly(fc.constantFrom('add', 'Replace')), path: mostly(fc.constant('active')), value: active }),
  fc.record({
    op: fc.constant('replace'),
    path: fc.constantFrom('displayName', 'name.givenName', 'x.y', 'id', 'emails['),
    value: name,
  }),
  fc.record({ op: fc.constant('add'), path: fc.constantFrom('emails', 'emails[type eq "work"]'), value: emails }),
  fc.record({ op: fc.constant('remove'), path: mostly(fc.constantFrom('name', 'externalId', 'emails')) }),
  fc.record({ op: fc.constant('replace'), value: mostly(attributes) }),
)
const request = fc.oneof(
  fc.tuple(fc.constantFrom('POST' as const, 'PUT' as const), mostly(attributes)),
  fc.tuple(
    fc.constant('PATCH' as const),
    mostly(fc.record({ Operations: mostly(fc.array(operation, { minLength: 1, maxLength: 3 })) })),
  ),
)

it(
  `${RUNS} bodies, valid and hostile: each is accepted or refused in the form of SCIM`,
  { timeout: 60_000 + RUNS * 100 },
  async () => {
    const answered = new Map<number, number>()
    const send = async (method: 'POST' | 'PUT' | 'PATCH', body: unknown) => {
      const answer = await scene.call(method, method === 'POST' ? '/Users' : `/Users/${user.id}`, JSON.stringify(body))
      answered.set(answer.statusCode, (answered.get(answer.statusCode) ?? 0) + 1)
      expect(answer.json(), answer.body).toHaveProperty(answer.statusCode < 400 ? 'userName' : 'detail')
      expect(answer.statusCode, JSON.stringify(body)).toBeLessThan(500)
      if (method === 'POST' && answer.statusCode === 201)
        await scene.call('DELETE', `/Users/${answer.json<ScimUser>().id}`)
    }
    await fc.assert(
      fc.asyncProperty(request, ([method, body]) => send(method, body)),
      { numRuns: RUNS, seed: 20_261_127 },
    )
    expect(answered.get(200)).toBeGreaterThan(RUNS / 20)
    expect(answered.get(201)).toBeGreaterThan(RUNS / 20)
    expect(answered.get(400)).toBeGreaterThan(RUNS / 20)
  },
)
