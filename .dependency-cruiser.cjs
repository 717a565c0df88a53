/** The import rules. Each rule is one sentence of docs/decisions/001-the-house.md. */
const to = (path) => ({ path })
const rule = (name, from, target, extra = {}) => ({
  name,
  severity: 'error',
  from: { path: from, ...extra },
  to: to(target),
})
const tests = { pathNot: '\\.test\\.tsx?$' }

/**
 * What each folder of the web app may import of the others. Features may import all of these; only routes, pages.ts and
 * tests import features. Screens that sell one item use sending and what it imports.
 */
const WEB_FOLDERS = {
  ui: [],
  formats: [],
  forms: ['api', 'ui'],
  api: ['session', 'ui'],
  session: ['api', 'ui'],
  accounts: ['api', 'ui'],
  device: ['api', 'ui'],
  printing: ['api', 'device', 'ui'],
  shipments: ['printing', 'ui'],
  mailing: ['api', 'printing', 'session'],
  'item-form': ['api', 'device', 'formats', 'forms', 'mailing', 'session', 'ui'],
  addresses: ['api', 'forms', 'item-form', 'session', 'ui'],
  'facts-line': ['addresses', 'api', 'forms', 'item-form', 'session', 'ui'],
  customs: ['addresses', 'api', 'formats', 'forms', 'item-form', 'ui'],
  attention: ['accounts', 'api', 'printing', 'ui'],
  preview: ['api', 'printing', 'ui'],
  rating: ['api', 'ui'],
  passkeys: ['api', 'session'],
  drafts: ['api', 'formats', 'session', 'ui'],
  shortcuts: ['ui'],
  help: ['shortcuts', 'ui'],
  search: ['addresses', 'api', 'help', 'session', 'ui'],
  services: ['forms', 'item-form', 'rating', 'shortcuts', 'ui'],
  buying: ['accounts', 'api', 'device', 'forms', 'item-form', 'printing', 'rating', 'ui'],
  sending: [
    'accounts',
    'api',
    'buying',
    'device',
    'drafts',
    'formats',
    'item-form',
    'preview',
    'printing',
    'rating',
    'services',
    'ui',
  ],
  shell: ['accounts', 'api', 'attention', 'device', 'help', 'search', 'session', 'shortcuts', 'ui'],
  styles: [],
}
const anyOf = (folders) => `^apps/web/src/(${folders.join('|')})/`
const webFolderRules = Object.entries(WEB_FOLDERS).map(([folder, imported]) => ({
  name: `web-${folder}-imports-only-${imported.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^apps/web/src/${folder}/`, ...tests },
  to: { path: '^apps/web/src/[^/]+/', pathNot: anyOf([folder, ...imported]) },
}))

module.exports = {
  forbidden: [
    ...webFolderRules,
    {
      name: 'web-folders-are-listed-above',
      severity: 'error',
      from: {},
      to: { path: '^apps/web/src/[^/]+/', pathNot: anyOf([...Object.keys(WEB_FOLDERS), 'features', 'testing']) },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    rule('domain-imports-nothing', '^packages/domain/src', '^(apps|packages/(?!domain)|node_modules)|^node:', tests),
    rule(
      'contract-imports-domain-zod-and-postal-patterns',
      '^packages/contract/src',
      '^(apps|packages/(documents|hub)|node_modules/(?!zod|postcode-validator))',
      tests,
    ),
    rule('client-imports-contract', '^packages/client/src', '^(apps|packages/(?!client|contract)|node_modules)', tests),
    rule('documents-import-no-app', '^packages/documents/src', '^(apps|packages/hub)'),
    rule('hub-imports-no-app', '^packages/hub/src', '^(apps|packages/documents)'),
    {
      name: 'apps-never-import-apps',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'web-features-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'server-features-meet-at-stores-and-rules',
      severity: 'error',
      from: { path: '^apps/server/src/features/([^/]+)/', ...tests },
      to: { path: '^apps/server/src/features/', pathNot: '^apps/server/src/features/($1/|.*\\.(store|rule)\\.ts$)' },
    },
    {
      name: 'only-routes-are-http',
      severity: 'error',
      from: {
        path: '^apps/server/src',
        // besides routes: the server itself, the WebSocket upgrade, and the HTTP answer of a purchase or void
        pathNot:
          '^apps/server/src/(http/|app\\.ts$|start-server\\.ts$)|/testing/|(\\.routes|\\.test|/hub-socket|/answer-(purchase|void))\\.ts$',
      },
      to: { path: '^apps/server/src/http/|node_modules/fastify/' },
    },
    {
      name: 'only-stores-touch-sql',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '(\\.store\\.ts|\\.test\\.ts)$|^apps/server/src/(db|testing)/' },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-sdk-of-storages-is-loaded-by-one-file',
      severity: 'error',
      from: { path: '^(apps|packages)', pathNot: '/object-storage/s3-bucket\\.ts$|/testing/' },
      to: { path: 'node_modules/@aws-sdk/' },
    },
    {
      name: 'which-is-loaded-when-a-bucket-is-opened',
      severity: 'error',
      from: { path: '^(apps|packages)' },
      to: { path: '/object-storage/s3-bucket\\.ts$', dynamic: false },
    },
    {
      name: 'printer-kinds-never-import-each-other',
      severity: 'error',
      from: {
        path: '^apps/device-manager/src/printers/([^/]+)/',
        // Windows sends Brother's raster through its spooler; discovery opens the printers that it finds
        pathNot: '\\.test\\.ts$|/printers/(windows|discovered)/',
      },
      to: { path: '^apps/device-manager/src/printers/[^/]+/', pathNot: '^apps/device-manager/src/printers/$1/' },
    },
    rule(
      'only-printer-sources-imports-printer-kinds',
      '^apps/device-manager/src/(printers/)?[^/]+\\.ts$',
      '^apps/device-manager/src/printers/[^/]+/',
      { pathNot: '\\.test\\.ts$|/printer-sources\\.ts$' },
    ),
    rule(
      'printers-import-no-jobs',
      '^apps/device-manager/src/printers/',
      '^apps/device-manager/src/(jobs|scales|status-page|update)/',
      tests,
    ),
    {
      name: 'no-test-support-in-product',
      severity: 'error',
      from: { path: '^(apps|packages)', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: { path: '/testing/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // pages.ts lists every page with a lazy import, and every page links through it. This cycle has no static import
    // (pages.test.ts), but would hide others: the cruiser reports one cycle for each import.
    exclude: { path: '(^|/)(dist|\\.tsbuild)/|^apps/web/src/pages\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
