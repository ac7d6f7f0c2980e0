/** What was read of HTML, and nothing that runs: words, and elements with their attributes. */
export type Tree = string | Element

export type Element = { tag: string; attributes: Readonly<Record<string, string>>; children: readonly Tree[] }

/** Removed with everything in it. */
const DROPPED = new Set(
  'script style template noscript iframe frame object embed applet svg math form button select textarea title head audio video canvas img meta link'.split(
    ' ',
  ),
)

/**
 * A document's elements as a {@link Tree}. The document is one that runs and loads nothing.
 *
 * @param nodes children of an element of it
 */
export function toTree(nodes: Iterable<Node>): Tree[] {
  const found: Tree[] = []
  for (const node of nodes) {
    // Of text and of elements; comments say nothing.
    if (node.nodeType === 3) found.push(node.nodeValue ?? '')
    if (node.nodeType !== 1) continue
    const element = node as globalThis.Element
    if (DROPPED.has(element.localName)) continue
    found.push({
      tag: element.localName,
      attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
      children: toTree(element.childNodes),
    })
  }
  return found
}

/** The words of a tree, as they stand. */
export function textOf(tree: Tree): string {
  return typeof tree === 'string' ? tree : tree.children.map(textOf).join('')
}
