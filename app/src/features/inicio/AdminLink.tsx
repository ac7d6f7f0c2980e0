import { Badge } from '../../components/icons/Badge.tsx'
import { LinkRow, type MenuItem } from '../../components/layout/LinkRow.tsx'
import { usePendingRevision } from '../../lib/team/revision.ts'

/** The admin's way in, with how much waits for her. Its own file: nobody else's Home carries it. */
export function AdminLink(link: Pick<MenuItem, 'to' | 'label' | 'icon'>) {
  const { data } = usePendingRevision()
  return <LinkRow {...link} note={data ? <Badge tone="bugambilia">{data} por revisar</Badge> : null} />
}
