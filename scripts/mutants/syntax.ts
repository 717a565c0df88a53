import { parseSync } from 'rolldown/utils'

/** An ESTree node, as rolldown parses TypeScript and JSX. */
export interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

export const parse = (file: string, source: string): Node => parseSync(file, source).program as unknown as Node

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Node>).type === 'string'
