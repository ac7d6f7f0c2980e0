import type { LucideIcon } from 'lucide-react'

export type AdminRoom = { to: string; label: string; description: string; icon: LucideIcon }

/** The admin's rooms, as `/admin` lists them. Each brings its own row; row level security alone decides what it may do. */
export const adminRooms: AdminRoom[] = []
