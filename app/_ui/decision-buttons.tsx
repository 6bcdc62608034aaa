import { Button } from "./button";

const CHOICE = "h-10 border-line-strong";

/** Both answers look alike, so that neither is pressed by habit. */
export function DecisionButtons({ deny, approve }: { deny: string; approve: string }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button type="submit" name="decision" value="deny" className={CHOICE}>
        {deny}
      </Button>
      <Button type="submit" name="decision" value="approve" className={CHOICE}>
        {approve}
      </Button>
    </div>
  );
}
