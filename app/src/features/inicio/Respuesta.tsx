import { Mail } from 'lucide-react'
import { Badge } from '../../components/icons/Badge.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { LinkRow } from '../../components/layout/LinkRow.tsx'
import { useHilo } from '../../lib/member/soporte.ts'

/** The team answered what she wrote, and she has not read it: the way there, without a word of it. */
export function Respuesta() {
  const { data: hilo } = useHilo()
  if (!hilo?.nuevo) return null
  return (
    <Card as="section" aria-label="Del equipo" flush>
      <LinkRow
        to="/soporte"
        label="Mensajes del equipo"
        icon={Mail}
        note={<Badge tone="bugambilia">Respuesta nueva</Badge>}
      />
    </Card>
  )
}
