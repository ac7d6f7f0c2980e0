import { usePendingRevision } from '../../data/revision.ts'
import { Badge } from '../../ui/Badge.tsx'
import { LinkRow } from '../../ui/LinkRow.tsx'
import type { Rincon } from './rincones.ts'

/** The admin's way in, with how much waits for her. Its own file: nobody else's Home carries it. */
export function RinconAdmin(rincon: Pick<Rincon, 'to' | 'label' | 'icon'>) {
  const { data } = usePendingRevision()
  return <LinkRow {...rincon} note={data ? <Badge tone="bugambilia">{data} por revisar</Badge> : null} />
}
