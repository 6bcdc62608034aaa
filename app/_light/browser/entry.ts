import { switchPreferencesInPlace } from "./preferences";
import { showLeaving } from "./show-leaving";
import { preparePage, watchPage } from "./start";

// The whole script of a light page. Pages with React start the same parts by PageParts.
watchPage();
preparePage();
switchPreferencesInPlace();
showLeaving();
