const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0'

type Type = 'string' | 'boolean' | 'complex'
interface Facts {
  required?: boolean
  multiValued?: boolean
  mutability?: 'readOnly'
  uniqueness?: 'none' | 'server'
  subAttributes?: readonly object[]
}

/** An attribute of a schema (RFC 7643 §7). */
const attribute = (name: string, type: Type, description: string, facts: Facts = {}) => ({
  name,
  type,
  description,
  multiValued: false,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  ...(type === 'string' && { caseExact: false, uniqueness: 'none' }),
  ...facts,
})

const USER = {
  schemas: [`${SCHEMAS}:Schema`],
  id: `${SCHEMAS}:User`,
  name: 'User',
  description: 'A user of the organisation',
  attributes: [
    attribute('userName', 'string', 'The name of the user at the identity provider', {
      required: true,
      uniqueness: 'server',
    }),
    attribute('displayName', 'string', 'The name that colleagues see; without it, the parts of the name'),
    attribute('name', 'complex', 'The parts of the name', {
      subAttributes: [
        attribute('formatted', 'string', 'The whole name'),
        attribute('givenName', 'string', 'The given name'),
        attribute('familyName', 'string', 'The family name'),
      ],
    }),
    attribute(
      'emails',
      'complex',
      'One address, of a domain that is confirmed for the organisation; without it, userName',
      {
        multiValued: true,
        subAttributes: [
          attribute('value', 'string', 'The address'),
          attribute('type', 'string', 'Always work', { mutability: 'readOnly' }),
          attribute('primary', 'boolean', 'Always true', { mutability: 'readOnly' }),
        ],
      },
    ),
    attribute('active', 'boolean', 'Whether the user may sign in'),
  ],
}

/** What there is below `/Schemas`, `/ResourceTypes` and at `/ServiceProviderConfig` (RFC 7643 §5 to §7). */
export function describeScim(base: string) {
  const at = (resourceType: string, path: string) => ({ meta: { resourceType, location: `${base}/${path}` } })
  return {
    schema: { ...USER, ...at('Schema', `Schemas/${USER.id}`) },
    resourceType: {
      schemas: [`${SCHEMAS}:ResourceType`],
      id: 'User',
      name: 'User',
      endpoint: '/Users',
      description: USER.description,
      schema: USER.id,
      ...at('ResourceType', 'ResourceTypes/User'),
    },
    config: {
      schemas: [`${SCHEMAS}:ServiceProviderConfig`],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: 100 },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'API key',
          description: 'The secret of an API key that was made for provisioning, as a bearer token',
          primary: true,
        },
      ],
      ...at('ServiceProviderConfig', 'ServiceProviderConfig'),
    },
  }
}
