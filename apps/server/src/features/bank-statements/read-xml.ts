import { SaxesParser } from 'saxes'
import { AppError } from '../../app-error.ts'

/** An element of an XML document, by its name without a prefix. */
export interface XmlElement {
  name: string
  /** The namespace. */
  uri: string
  attributes: Readonly<Record<string, string>>
  children: XmlElement[]
  /** The text directly in it, trimmed. */
  text: string
}

/** Deeper than any statement; and 10,000 entries of 50 elements. */
const DEEPEST = 30
const MOST_ELEMENTS = 500_000
const MOST_ATTRIBUTES = 10

/**
 * The root element of a document. A DOCTYPE is refused, so nothing is expanded and nothing is fetched.
 *
 * @throws AppError `bank_statement_unreadable` with the line of the file
 */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const document: XmlElement = { name: '', uri: '', attributes: {}, children: [], text: '' }
  const open = [document]
  let elements = 0
  const refuse = () => {
    throw new AppError('bank_statement_unreadable', { details: { line: parser.line } })
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  let ownAttributes = 0
  parser.on('opentagstart', () => {
    ownAttributes = 0
  })
  parser.on('attribute', () => {
    ownAttributes += 1
    if (ownAttributes > MOST_ATTRIBUTES) refuse()
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1
    if (elements > MOST_ELEMENTS || open.length > DEEPEST) refuse()
    const values = Object.entries(attributes).map(([name, { value }]) => [name, value] as const)
    const element: XmlElement = { name: local, uri, attributes: Object.fromEntries(values), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const addText = (piece: string) => {
    const element = open.at(-1)
    if (element) element.text += piece
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (closed) closed.text = closed.text.trim()
  })
  parser.write(text).close()
  return document.children[0] ?? refuse()
}

/** The first element below `from` on a path of names: `find(entry, 'Sts', 'Cd')`. */
export const find = (from: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((element, name) => element?.children.find((child) => child.name === name), from)

/** Every element below `from` on a path of names. */
export const findAll = (from: XmlElement, ...path: readonly string[]): XmlElement[] =>
  path.reduce<XmlElement[]>(
    (elements, name) => elements.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [from],
  )

/** The text of the first element on a path; empty where there is none. */
export const textAt = (from: XmlElement | undefined, ...path: readonly string[]): string =>
  find(from, ...path)?.text ?? ''
