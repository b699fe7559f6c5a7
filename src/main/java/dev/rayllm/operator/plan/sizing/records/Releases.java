package dev.rayllm.operator.plan.sizing.records;

import dev.rayllm.operator.catalog.VllmVersion;
import dev.rayllm.operator.plan.sizing.SizingData;
import java.util.List;

/** Which vLLM release a record ran: the one it names, else the newest of its date. */
final class Releases {

    private record Release(VllmVersion version, String date) {
    }

    private final List<Release> releases = SizingData.rows("releases.csv",
            row -> new Release(VllmVersion.parse(row.get("from")), row.get("date")));

    VllmVersion of(String version, String date) {
        try {
            return VllmVersion.parse(version);
        } catch (IllegalArgumentException noNumbers) {
            return byDate(date);
        }
    }

    private VllmVersion byDate(String date) {
        VllmVersion newest = releases.get(releases.size() - 1).version();
        if (date.length() < 7) {
            return newest;
        }
        VllmVersion found = releases.get(0).version();
        for (Release release : releases) {
            if (release.date().compareTo(date) <= 0) {
                found = release.version();
            }
        }
        return found;
    }
}
