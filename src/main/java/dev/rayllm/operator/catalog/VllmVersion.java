package dev.rayllm.operator.catalog;

/** A vLLM release, ordered by its numbers; suffixes such as {@code rc1} or {@code +cu130} do not count. */
public record VllmVersion(int major, int minor, int patch) implements Comparable<VllmVersion> {

    private static final java.util.regex.Pattern FORM =
            java.util.regex.Pattern.compile("^v?(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,6}))?.*$");

    /**
     * Reads {@code 0.27.0}, {@code v0.27}, {@code 0.10.1.1} and the like.
     *
     * @throws IllegalArgumentException when the text does not start with two numbers
     */
    public static VllmVersion parse(String text) {
        var m = FORM.matcher(text == null ? "" : text.strip());
        if (!m.matches()) {
            throw new IllegalArgumentException("not a vLLM version: '" + text + "'");
        }
        return new VllmVersion(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)),
                m.group(3) == null ? 0 : Integer.parseInt(m.group(3)));
    }

    /** Whether this release is {@code major.minor} or newer. */
    public boolean atLeast(int wantedMajor, int wantedMinor) {
        return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
    }

    @Override
    public int compareTo(VllmVersion other) {
        int byMajor = Integer.compare(major, other.major);
        int byMinor = Integer.compare(minor, other.minor);
        return byMajor != 0 ? byMajor : byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
