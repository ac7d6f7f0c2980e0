/** A request, or a few, that show what a sentence of the model's documentation says. */
export interface Shown<World> {
  ask(world: World): Promise<unknown>
  /** What the answer must have in it. */
  gives: unknown
}

/** What the documentation says, in our words, and what shows it. */
export interface Said<World> {
  /** Its page, below `https://supabase.com/docs/`. */
  page: string
  says: string
  /** Where ours is not the same: what it refuses it by, or why it is different. */
  refused?: string
  different?: string
  shown: Shown<World>[]
}

/** @returns the table of `docs/api.md` */
export function documentedTable(said: readonly Said<never>[]): string {
  const count = said.reduce((sum, { shown }) => sum + shown.length, 0)
  const ours = ({ refused, different }: Said<never>) =>
    refused ? `refused (${refused})` : different ? `different (${different})` : 'same'
  return [
    `${count} cases, of ${said.length} sentences; pages are those below <https://supabase.com/docs/>.`,
    '',
    '| documented at | what it says | ours | cases |',
    '|---|---|---|---|',
    ...said.map(
      (it) => `| \`${it.page}\` | ${it.says.replaceAll('|', '\\|')} | ${ours(it)} | ${it.shown.length} |`,
    ),
  ].join('\n')
}
