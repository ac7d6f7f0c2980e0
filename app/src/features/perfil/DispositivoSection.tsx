import { BookLock } from 'lucide-react'
import { Card } from '../../components/layout/Card.tsx'
import { LinkRow } from '../../components/layout/LinkRow.tsx'
import { AccesoSection } from './AccesoSection.tsx'
import { InstallSection } from './InstallSection.tsx'
import { PinSection } from './PinSection.tsx'
import { SegundoFactorSection } from './SegundoFactorSection.tsx'

/** Second factor of the account, and PIN of the app on this device. */
export function DispositivoSection() {
  return (
    <>
      <PinSection />
      <Card as="section" flush>
        <LinkRow to="/cofre" label="Tu llave" description="Quién puede leer tu diario" icon={BookLock} />
      </Card>
      <InstallSection />
      <AccesoSection />
      <SegundoFactorSection />
    </>
  )
}
