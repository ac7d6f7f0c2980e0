import { Card } from '../layout/Card.tsx'
import { EmergencyLink } from './EmergencyLink.tsx'
import { WriteToAnybody } from './WriteToAnybody.tsx'

/** The emergency number, and a message to a person she chooses, with her place if she wants it. */
export function HelpWithoutCuenta() {
  return (
    <Card as="section" aria-labelledby="ayuda" className="grid w-full gap-3 text-left">
      <h2 id="ayuda" className="text-xl">
        Si necesitas ayuda ahora
      </h2>
      <EmergencyLink />
      <WriteToAnybody />
    </Card>
  )
}
