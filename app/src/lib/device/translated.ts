/*
 * A browser's translator puts each text of a page into a <font> of its own, and React goes on writing into the text that it made: what is shown
 * stays as it was, and taking it away throws (facebook/react#11538). So what React does to such a text is done to what stands in its place.
 */

/** By a text that is on the page no more: what a translator put in its place. */
const standIns = new WeakMap<Node, Node>()

function learn(records: MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    for (const text of removedNodes) {
      if (text.nodeType !== Node.TEXT_NODE) continue
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
      if (font) standIns.set(text, font)
    }
  }
}

/** Keeps a page right while a browser translates it. Before React draws anything. */
export function survivesTranslation(): void {
  const watch = new MutationObserver(learn)
  watch.observe(document, { childList: true, subtree: true })

  /** What is in the place of a text, as a child of the element in which React has it; null where nothing is any more. */
  const placeOf = (text: Node, parent?: Node): Node | null => {
    learn(watch.takeRecords())
    let place = text.parentNode ? text : (standIns.get(text) ?? null)
    while (parent && place && place.parentNode !== parent) place = place.parentNode
    return place
  }
  const isElsewhere = (node: Node | null, parent: Node): node is Text =>
    node?.nodeType === Node.TEXT_NODE && node.parentNode !== parent

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (!isElsewhere(child, this)) return removeChild.call(this, child) as Child
    const place = placeOf(child, this)
    if (place) removeChild.call(this, place)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    next: Node | null,
  ): Child {
    const before = isElsewhere(next, this) ? placeOf(next, this) : next
    return insertBefore.call(this, node, before) as Child
  }

  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  Object.defineProperty(Text.prototype, 'nodeValue', {
    configurable: true,
    get,
    set(this: Text, value: string | null) {
      set!.call(this, value)
      // The new text itself, which the translator takes up as it took up the old one.
      const place = this.parentNode ? null : placeOf(this)
      place?.parentNode?.replaceChild(this, place)
    },
  })
}
