/** A file that may be kept on a device, and when it is (`app/build/service-worker.ts`). */
export type Entry = {
  url: string
  /** Null where the name of the file changes with what is in it. */
  revision: string | null
  /**
   * `visitor`: on every device; `first`: once she signed in, on any connection; `page`: after those; `rest`: where the connection is
   * neither slow nor costly; `team`: once opened.
   */
  group: 'visitor' | 'first' | 'page' | 'rest' | 'team'
}

/** The build puts the list here. */
declare const self: { __WB_MANIFEST: Entry[] }

const MANIFEST = self.__WB_MANIFEST

export const entriesIn = (...groups: Entry['group'][]) =>
  MANIFEST.filter(({ group }) => groups.includes(group))
