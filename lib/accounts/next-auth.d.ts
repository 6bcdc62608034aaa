import "next-auth";
import "next-auth/jwt";
import type { ProvenUser, SignedInUser } from "./profile/account";

declare module "next-auth" {
  interface Session {
    user?: SignedInUser;
  }
  interface User extends Partial<ProvenUser> {
    id: string;
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    sessionId?: string;
  }
}
