import { LifeBuoy, type LucideIcon } from 'lucide-react'

export type AdminRoom = { to: string; label: string; description: string; icon: LucideIcon }

/** The admin's rooms, as `/admin` lists them. Each brings its own row; row level security alone decides what it may do. */
export const adminRooms: AdminRoom[] = [
  {
    to: '/seguridad/apoyo-y-refugios',
    label: 'Directorio de apoyo',
    description: 'Asociaciones, y números que ya no funcionan',
    icon: LifeBuoy,
  },
]
