/** One thing after the other: encrypting takes a moment, and an earlier write must not overwrite a later one. */
export function inOrder() {
  let last: Promise<unknown> = Promise.resolve()
  return <Value>(work: () => Promise<Value>): Promise<Value> => {
    const next = last.then(work, work)
    last = next
    return next
  }
}
