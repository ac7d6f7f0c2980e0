/** The stores of a browser's Cache API, each with its responses by address. */
export type Stores = Map<string, Map<string, Response>>

/** The browser's caches for tests. @param here the page's origin */
export function memoryCaches(here: string, stores: Stores = new Map()) {
  const hrefOf = (key: string | Request) => new URL(key instanceof Request ? key.url : key, here).href
  const open = async (name: string) => {
    const held = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, held)
    return {
      match: async (key: string | Request) => held.get(hrefOf(key))?.clone(),
      put: async (key: string | Request, response: Response) => void held.set(hrefOf(key), response),
      keys: async () => [...held.keys()].map((href) => new Request(href)),
      delete: async (key: string | Request) => held.delete(hrefOf(key)),
    }
  }
  return {
    open,
    keys: async () => [...stores.keys()],
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    match: async (key: string | Request, { cacheName }: { cacheName?: string } = {}) => {
      const held = cacheName === undefined ? [...stores.values()] : [stores.get(cacheName)]
      return held
        .find((store) => store?.has(hrefOf(key)))
        ?.get(hrefOf(key))
        ?.clone()
    },
  }
}
