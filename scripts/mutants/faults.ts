import { childrenOf, parse, type Node } from './syntax.ts'

/** One change of a source text: `replacement` takes the place of the characters from `start` to `end`. */
interface Fault {
  operator: string
  start: number
  end: number
  replacement: string
}

/** A fault in a module. */
export interface PlacedFault extends Fault {
  /** The name of the innermost function around it that has one; empty outside of functions. */
  within: string
}

type Change = (node: Node, source: string) => Fault[]

/** Longer lists are tables of figures or names. */
const LONGEST_LIST = 20
const LOGS = /\b(log|logger|console|stdout|stderr)\b/
const SWAPS: Record<string, readonly string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>'],
  '<=': ['<', '>='],
  '>': ['>=', '<'],
  '>=': ['>', '<='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
}

/** Every fault that can be seeded into a module, in the order of its text. Many of them do not compile. */
export function faultsIn(file: string, source: string): PlacedFault[] {
  const faults: PlacedFault[] = []
  const visit = (node: Node, around: string): void => {
    if (isSkipped(node, source)) return
    const within = functionName(node) ?? around
    faults.push(...(CHANGES[node.type]?.(node, source) ?? []).map((fault) => ({ ...fault, within })))
    for (const child of childrenOf(node)) if (!isDependencies(node, child)) visit(child, within)
  }
  visit(parse(file, source), '')
  return faults
}

/** The name of the function that a node declares: `function a() {}`, `const a = () => {}`, `{ a: () => {} }`, `{ a() {} }`. */
function functionName(node: Node): string | undefined {
  const value = (node['init'] ?? node['value']) as Node | null | undefined
  const isNamed = node.type === 'FunctionDeclaration' || /^(?:Arrow)?FunctionExpression$/.test(value?.type ?? '')
  const name = (node['id'] ?? node['key']) as Node | null | undefined
  return isNamed ? (name?.['name'] as string | undefined) : undefined
}

const CHANGES: Record<string, Change> = {
  BinaryExpression: (node, source) => {
    const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string }
    if ([left, right].some(isText)) return []
    const start = source.indexOf(operator, left.end)
    const kind = '+-*/%'.includes(operator) ? 'arithmetic' : 'comparison'
    return (SWAPS[operator] ?? []).map((swap) => ({
      operator: kind,
      start,
      end: start + operator.length,
      replacement: swap,
    }))
  },
  LogicalExpression: (node, source) => {
    const { left, right, operator } = node as unknown as { left: Node; right: Node; operator: string }
    const swap = { '&&': '||', '||': '&&' }[operator]
    const start = source.indexOf(operator, left.end)
    return [
      ...(swap ? [{ operator: 'logic', start, end: start + 2, replacement: swap }] : []),
      replace(node, 'logic', text(left, source)),
      replace(node, 'logic', text(right, source)),
    ]
  },
  UnaryExpression: (node, source) =>
    node['operator'] === '!' ? [replace(node, 'negation removed', text(node['argument'] as Node, source))] : [],
  IfStatement: (node, source) => negated(node['test'] as Node, source),
  ConditionalExpression: (node, source) => negated(node['test'] as Node, source),
  WhileStatement: (node, source) => negated(node['test'] as Node, source),
  Literal: (node, source) => {
    const { value } = node
    if (typeof value === 'boolean') return [replace(node, 'boolean', String(!value))]
    if (typeof value !== 'number') return []
    const more = isDuration(node, source) ? [] : [value + 1]
    return [...more, ...(value === 0 ? [] : [value * 10])].map((other) => replace(node, 'constant', String(other)))
  },
  CallExpression: (node, source) => {
    const callee = node['callee'] as Node
    if (callee.type !== 'MemberExpression') return []
    const object = text(callee['object'] as Node, source)
    const method = text(callee['property'] as Node, source)
    const swap = object === 'Math' ? { min: 'max', max: 'min', floor: 'ceil', ceil: 'floor' }[method] : undefined
    if (swap) return [replace(callee['property'] as Node, 'arithmetic', swap)]
    return [replace(node, 'chained call removed', object)]
  },
  ArrayExpression: (node) => {
    const elements = node['elements'] as Node[]
    return elements.flatMap((element, index) => {
      const next = elements[index + 1]
      const before = elements[index - 1]
      if (next) return [{ operator: 'element removed', start: element.start, end: next.start, replacement: '' }]
      if (before) return [{ operator: 'element removed', start: before.end, end: element.end, replacement: '' }]
      return []
    })
  },
  ArrowFunctionExpression: (node) => emptied(node['body'] as Node),
  FunctionExpression: (node) => emptied(node['body'] as Node),
  FunctionDeclaration: (node) => emptied(node['body'] as Node),
  BlockStatement: (node, source) => (node['body'] as Node[]).flatMap((statement) => removed(statement, source)),
  TryStatement: (node, source) => {
    const { block, handler, finalizer } = node as unknown as { block: Node; handler: Node | null; finalizer: Node }
    if (!finalizer) return []
    const rest = handler ? source.slice(node.start, handler.end) : text(block, source)
    return [replace(node, 'finally removed', rest)]
  },
}

function removed(statement: Node, source: string): Fault[] {
  if (statement.type === 'IfStatement' && !statement['alternate']) return [replace(statement, 'if removed', '')]
  if (statement.type !== 'ExpressionStatement') return []
  const expression = statement['expression'] as Node
  const { type } = expression
  // the name of an error is shown in logs only
  if (type === 'AssignmentExpression' && text(expression['left'] as Node, source) === 'this.name') return []
  if (type === 'AssignmentExpression' || type === 'UpdateExpression')
    return [replace(statement, 'assignment removed', '')]
  const call = (type === 'CallExpression' ? expression : expression['argument']) as Node | undefined
  if (call?.type !== 'CallExpression') return []
  const callee = call['callee'] as Node
  // lint would find an import that is now unused
  const rest = callee.type === 'Identifier' ? `void ${text(callee, source)}` : ''
  // the queries of a transaction run in order on one connection, so its commit waits for them in any case
  const inTransaction = (call['arguments'] as Node[])[0]?.['name'] === 'tx' || /^tx\s*\./.test(text(call, source))
  return [
    replace(statement, 'call removed', rest),
    ...(type === 'AwaitExpression' && !inTransaction
      ? [replace(statement, 'not awaited', `void ${text(call, source)}`)]
      : []),
  ]
}

/** Conditions with an operator have faults of their own. */
function negated(test: Node, source: string): Fault[] {
  const alone = ['Identifier', 'MemberExpression', 'CallExpression', 'ChainExpression', 'AwaitExpression']
  return alone.includes(test.type) ? [replace(test, 'condition negated', `!(${text(test, source)})`)] : []
}

function emptied(body: Node | null): Fault[] {
  const isCall = body?.type === 'CallExpression'
  const isFilled = body?.type === 'BlockStatement' && (body['body'] as Node[]).length > 0
  return body && (isCall || isFilled) ? [replace(body, 'function emptied', '{}')] : []
}

/** Types, tables, texts for engineers, and styles: no test should check them. */
function isSkipped(node: Node, source: string): boolean {
  const { type } = node
  if (type.startsWith('Import') || type === 'ThrowStatement') return true
  if (type.startsWith('TS') && !('expression' in node)) return true
  if (type === 'JSXAttribute') return text(node['name'] as Node, source) === 'className'
  if (type === 'CallExpression') return LOGS.test(text(node['callee'] as Node, source))
  if (type === 'ArrayExpression') return (node['elements'] as unknown[]).length > LONGEST_LIST
  if (type === 'ObjectExpression') return (node['properties'] as unknown[]).length > LONGEST_LIST
  return false
}

/** The dependencies of a hook: lint finds one that is missing. */
const isDependencies = (node: Node, child: Node): boolean =>
  node.type === 'CallExpression' &&
  child.type === 'ArrayExpression' &&
  child === (node['arguments'] as Node[]).at(-1) &&
  /^use[A-Z]/.test(String((node['callee'] as Node)['name']))

/** A millisecond more changes nothing that can be observed. */
const isDuration = ({ start }: Node, source: string): boolean =>
  /(?:_MS|Ms|_ms|\bstaleTime|\bgcTime|imeout)\b.*$/.test(source.slice(source.lastIndexOf('\n', start) + 1, start))

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string')
const text = (node: Node, source: string): string => source.slice(node.start, node.end)
const replace = ({ start, end }: Node, operator: string, replacement: string): Fault => ({
  operator,
  start,
  end,
  replacement,
})
